/** The dashboard as an application of its own. */
@NullMarked
package dev.kiban.dashboard.app;

import org.jspecify.annotations.NullMarked;
