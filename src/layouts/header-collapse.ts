const collapseFrom = 10

/** Whether the header is collapsed at a scroll position in pixels: from 10. */
export const isCollapsed = (scrollY: number) => scrollY >= collapseFrom
