const tones = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-control-line bg-surface text-ink hover:bg-hover',
  quiet: 'text-accent-ink hover:bg-accent-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const sizes = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-4',
  large: 'min-h-13 px-6 text-lg',
}

export interface ButtonLook {
  tone?: keyof typeof tones | undefined
  size?: keyof typeof sizes | undefined
  isWide?: boolean | undefined
}

const common =
  'inline-flex items-center justify-center gap-2 rounded-control py-1.5 text-center font-semibold leading-tight ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress'

/**
 * Returns the classes of a button, as one text that ends with `className`: `secondary` and `medium` by default, over
 * the whole width with `isWide`.
 */
export const buttonLook = ({ tone = 'secondary', size = 'medium', isWide }: ButtonLook, className = '') =>
  `${common} ${tones[tone]} ${sizes[size]}${isWide ? ' w-full' : ''}${className && ` ${className}`}`
