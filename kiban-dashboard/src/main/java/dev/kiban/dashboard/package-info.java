/** The dashboard: pages below {@code /kiban} that show the engines of the application around it, and recorded runs. */
@NullMarked
package dev.kiban.dashboard;

import org.jspecify.annotations.NullMarked;
