package dev.kiban.sample.page;

import dev.kiban.Kiban;
import dev.kiban.sample.load.Load;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The page's live numbers. */
@RestController
class NumbersController {

    private final Kiban kiban;
    private final Load load;

    NumbersController(Kiban kiban, Load load) {
        this.kiban = kiban;
        this.load = load;
    }

    @GetMapping("/numbers")
    Numbers numbers() {
        return new Numbers(StoreNumbers.of(kiban.metrics()), load.status());
    }
}
