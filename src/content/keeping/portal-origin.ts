/** Reads the portal's origin from the page, where the server wrote it; whoever frames the page has no say in it. */
export const portalOrigin = (): string => document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content ?? ''
