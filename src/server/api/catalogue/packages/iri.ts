/** A scheme and no blank, nor what RFC 3987 has to be written otherwise. */
const iriForm = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/iu

/** An absolute IRI, as the record store demands of every activity's id. */
export const isIri = (value: string) => iriForm.test(value)
