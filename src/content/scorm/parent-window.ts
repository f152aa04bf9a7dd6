/**
 * Ends the search for the run-time at this page. SCORM content walks up the parent windows, and access to the portal's
 * origin above throws. An object without a document stands in for the parent, so that content which walks up without a
 * limit also stops.
 */
export function hideParentOf(page: object): void {
  const nothing = { parent: {}, postMessage: () => undefined }
  nothing.parent = nothing
  Object.defineProperty(page, 'parent', { value: nothing })
}
