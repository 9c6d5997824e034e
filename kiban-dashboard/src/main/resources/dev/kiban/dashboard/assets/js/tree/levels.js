// Which colour a level has.

/** Level colours of css/tokens.css; deeper levels take them again from the first, and are told apart by their label. */
const COLOURS = 7;

/** The number of a level's colour. */
export const colourOf = level => level % COLOURS;
