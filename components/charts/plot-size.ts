/** Lengths in CSS pixels that plots and the crosshair above them share. */

/** The line of text above each plot, clear of the axis labels above and below it. */
export const CAPTION_PX = 36;
/** The labels below a time axis. */
export const LABELS_PX = 28;
/** The space on both sides of a plot: labels of the vertical axis, and half a label of the horizontal one. */
export const PLOT_INSET = 'ml-12 mr-4';
export const OVERLAY_INSET = 'left-12 right-4';
