/** Reads the portal's origin from the page, where the server wrote it; a page that frames this one cannot change it. */
export const portalOrigin = (): string => document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content ?? ''
