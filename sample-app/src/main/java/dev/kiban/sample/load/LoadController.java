package dev.kiban.sample.load;

import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The load over HTTP: put one, look at it, delete it. */
@RestController
@RequestMapping("/load")
class LoadController {

    private final Load load;

    LoadController(Load load) {
        this.load = load;
    }

    @PutMapping
    LoadStatus start(@RequestBody LoadRequest request) {
        return load.start(request.settings());
    }

    @GetMapping
    LoadStatus status() {
        return load.status();
    }

    @DeleteMapping
    LoadStatus stop() {
        return load.stop();
    }
}
