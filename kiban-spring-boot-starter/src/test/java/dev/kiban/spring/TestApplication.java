package dev.kiban.spring;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** An application with a store in memory and a further one beside it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(FurtherEngine.class)
public class TestApplication {}
