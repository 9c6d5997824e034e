package dev.kiban.sample.problem;

/** Something in a request is not allowed; the message names it and says what is. */
public final class InvalidInputException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /** @param problem goes on after the field's name: "must be …" */
    public InvalidInputException(String field, String problem) {
        super(field + " " + problem);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
