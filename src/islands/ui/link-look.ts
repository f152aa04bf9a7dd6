/** Returns the classes of a link in running text, followed by `className`. */
export const linkLook = (className = '') =>
  `font-medium text-accent-ink underline decoration-1 underline-offset-3 hover:decoration-2${className && ` ${className}`}`

/** Attributes of a link that opens in a new tab. */
export const newTab = { target: '_blank', rel: 'noopener noreferrer' }
