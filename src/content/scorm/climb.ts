/**
 * Content climbs from window to window in search of its run-time, and many ask for that of the other edition first. The
 * portal above is another origin, and to ask it for anything throws: for content, the climb ends at the page. What lies
 * above is not the page once more, which whoever climbs as long as there is a document above would climb for ever.
 */
export function endClimbAt(page: object): void {
  const nothing = { parent: {}, postMessage: () => undefined }
  nothing.parent = nothing
  Object.defineProperty(page, 'parent', { value: nothing })
}
