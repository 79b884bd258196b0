/** Where menus and tooltips are drawn: in the page's main landmark, because screen readers list what is outside of any as lost. */
export const overlayRoot = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.getElementById('main');
