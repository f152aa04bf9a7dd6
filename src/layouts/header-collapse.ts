const collapseFrom = 10

/** The header is small once the page has been scrolled a little. */
export const isCollapsed = (scrollY: number) => scrollY >= collapseFrom
