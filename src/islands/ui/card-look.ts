const frame = 'relative rounded-card border border-line bg-surface p-5 shadow-card'

/** Classes of the parts of a card; a card with a link gets a shadow on hover. */
export const cardLook = {
  frame: (isLink: boolean, className = '') =>
    `${frame}${isLink ? ' transition-shadow hover:shadow-float' : ''}${className && ` ${className}`}`,
  header: 'mb-3 flex items-start justify-between gap-4',
  heading: 'text-xl',
  link: 'after:absolute after:inset-0 after:rounded-card hover:text-accent-ink',
  actions: 'relative z-1 flex gap-2',
}
