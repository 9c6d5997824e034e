package dev.kiban.sample.page;

import dev.kiban.Kiban;
import dev.kiban.RetryableException;
import dev.kiban.sample.load.Load;
import dev.kiban.sample.load.LoadSettings;
import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.Memories;
import dev.kiban.sample.memory.Memory;
import dev.kiban.sample.memory.MemoryContent;
import dev.kiban.sample.memory.MemoryId;
import dev.kiban.sample.problem.Failures;
import dev.kiban.sample.problem.InvalidInputException;
import dev.kiban.sample.problem.NotFoundException;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * The page for people, and its forms, which need no script: a form that worked leads back to the page, one that did not shows it
 * again with what was typed and a line that says why.
 */
@Controller
class PageController {

    private static final int LATEST = 10;

    private final Kiban kiban;
    private final Memories memories;
    private final Load load;
    private final Failures failures;
    private final DashboardLink dashboard;

    PageController(Kiban kiban, Memories memories, Load load, Failures failures, DashboardLink dashboard) {
        this.kiban = kiban;
        this.memories = memories;
        this.load = load;
        this.failures = failures;
        this.dashboard = dashboard;
    }

    /** The page; with an agent also its latest memories, with an id also that memory. */
    @GetMapping("/")
    ModelAndView page(@RequestParam(defaultValue = "") String agent, @RequestParam(defaultValue = "") String id) {
        ModelAndView page = empty(agent.strip(), id.strip(), "");
        try {
            if (!agent.isBlank()) {
                AgentName name = AgentName.of(agent.strip());
                page.addObject("latest", memories.latest(name, LATEST, null).memories());
                if (!id.isBlank()) {
                    page.addObject("recalled", recall(name, MemoryId.of(id.strip())));
                }
            }
        } catch (InvalidInputException | NotFoundException e) {
            explain(page, e);
        }
        return page;
    }

    @PostMapping("/remember")
    ModelAndView remember(@RequestParam(defaultValue = "") String agent, @RequestParam(defaultValue = "") String text) {
        try {
            Memory memory = memories.remember(AgentName.of(agent.strip()), MemoryContent.of(text, null), null);
            return seeOther(UriComponentsBuilder.fromPath("/")
                    .queryParam("agent", memory.agent())
                    .queryParam("id", memory.id())
                    .encode()
                    .build()
                    .toUri());
        } catch (InvalidInputException | RetryableException e) {
            ModelAndView page = empty(agent, "", text);
            explain(page, e);
            return page;
        }
    }

    @PostMapping("/load/start")
    ModelAndView startLoad(
            @RequestParam int writers,
            @RequestParam int readers,
            @RequestParam long ratePerSecond,
            @RequestParam int valueBytes,
            @RequestParam long total) {
        try {
            load.start(new LoadSettings(writers, readers, ratePerSecond, valueBytes, total));
            return seeOther(URI.create("/#load"));
        } catch (InvalidInputException e) {
            ModelAndView page = empty("", "", "");
            explain(page, e);
            return page;
        }
    }

    @PostMapping("/load/stop")
    ModelAndView stopLoad() {
        load.stop();
        return seeOther(URI.create("/#load"));
    }

    private ModelAndView empty(String agent, String id, String text) {
        ModelAndView page = new ModelAndView("index");
        page.addObject("agent", agent);
        page.addObject("id", id);
        page.addObject("text", text);
        page.addObject("store", StoreNumbers.of(kiban.metrics()));
        page.addObject("load", load.status());
        page.addObject("dashboard", dashboard.isPresent());
        return page;
    }

    private Memory recall(AgentName agent, MemoryId id) {
        return memories.recall(agent, id)
                .orElseThrow(() -> new NotFoundException("Agent " + agent + " has no memory " + id));
    }

    private void explain(ModelAndView page, Exception failure) {
        ProblemDetail problem = failures.describe(failure);
        page.setStatus(HttpStatus.valueOf(problem.getStatus()));
        page.addObject("problem", problem.getDetail());
    }

    /** So that a reload of the page does not send the form again. */
    private static ModelAndView seeOther(URI place) {
        RedirectView redirect = new RedirectView(place.toString(), true);
        redirect.setStatusCode(HttpStatus.SEE_OTHER);
        redirect.setExposeModelAttributes(false);
        return new ModelAndView(redirect);
    }
}
