package dev.kiban.sample.memory;

import dev.kiban.Durability;
import dev.kiban.sample.problem.InvalidInputException;
import dev.kiban.sample.problem.NotFoundException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Memories over HTTP. Writes may ask for their own durability: {@code ?durability=sync}, {@code process} or {@code buffered}. */
@RestController
@RequestMapping("/agents/{agent}/memories")
class MemoryController {

    private static final int MAX_LIMIT = 1000;

    private final Memories memories;

    MemoryController(Memories memories) {
        this.memories = memories;
    }

    @PostMapping
    ResponseEntity<Memory> remember(
            @PathVariable AgentName agent,
            @RequestParam(required = false) @Nullable Durability durability,
            @RequestBody MemoryRequest request) {
        Memory memory = memories.remember(agent, request.content(), durability);
        URI location = ServletUriComponentsBuilder.fromCurrentRequestUri()
                .path("/{id}")
                .build(memory.id());
        return ResponseEntity.created(location).body(memory);
    }

    @GetMapping("/{id}")
    Memory recall(@PathVariable AgentName agent, @PathVariable MemoryId id) {
        return memories.recall(agent, id).orElseThrow(() -> unknown(agent, id));
    }

    /** Latest first; where there are older ones, the header {@code Link} leads on. */
    @GetMapping
    ResponseEntity<List<Memory>> latest(
            @PathVariable AgentName agent,
            @RequestParam(defaultValue = "10") int limit,
            @RequestParam(required = false) @Nullable MemoryId before) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new InvalidInputException("limit", "must be between 1 and " + MAX_LIMIT);
        }
        MemoryPage page = memories.latest(agent, limit, before);
        ResponseEntity.BodyBuilder response = ResponseEntity.ok();
        if (page.more()) {
            URI older = ServletUriComponentsBuilder.fromCurrentRequestUri()
                    .queryParam("limit", limit)
                    .queryParam(
                            "before",
                            page.memories().get(page.memories().size() - 1).id())
                    .build()
                    .toUri();
            response.header(HttpHeaders.LINK, "<" + older + ">; rel=\"next\"");
        }
        return response.body(page.memories());
    }

    @PutMapping("/{id}")
    Memory revise(
            @PathVariable AgentName agent,
            @PathVariable MemoryId id,
            @RequestParam(required = false) @Nullable Durability durability,
            @RequestBody MemoryRequest request) {
        return memories.revise(agent, id, request.content(), durability).orElseThrow(() -> unknown(agent, id));
    }

    @DeleteMapping("/{id}")
    ResponseEntity<Void> forget(
            @PathVariable AgentName agent,
            @PathVariable MemoryId id,
            @RequestParam(required = false) @Nullable Durability durability) {
        if (!memories.forget(agent, id, durability)) {
            throw unknown(agent, id);
        }
        return ResponseEntity.noContent().build();
    }

    private static NotFoundException unknown(AgentName agent, MemoryId id) {
        return new NotFoundException("Agent " + agent + " has no memory " + id);
    }
}
