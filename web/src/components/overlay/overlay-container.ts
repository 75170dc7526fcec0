/**
 * Where menus that float are rendered: inside the main landmark, so that screen readers find them in it. It has neither
 * transforms nor clipping for fixed elements, unlike a canvas or a virtual list.
 */
export function overlayContainer(): HTMLElement | undefined {
  return document.getElementById('main') ?? undefined
}
