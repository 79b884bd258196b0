/** Holds the longest text of Ago, so that a column keeps its width while time passes. */
export const AGO_WIDTH = 'sm:min-w-24 lg:min-w-36 max-lg:whitespace-normal';
