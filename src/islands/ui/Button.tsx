import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

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

interface Look {
  tone?: keyof typeof tones | undefined
  size?: keyof typeof sizes | undefined
  icon?: ReactNode
  /** The work that the button started is under way: it keeps its place and focus, and does nothing more. */
  busy?: boolean | undefined
  wide?: boolean | undefined
}

type ButtonProps = Look &
  ((ComponentProps<'button'> & { href?: undefined }) | (ComponentProps<'a'> & { href: string; disabled?: undefined }))

const look = ({ tone = 'secondary', size = 'medium', wide }: Look, className = '') =>
  `inline-flex items-center justify-center gap-2 rounded-control py-1.5 text-center font-semibold leading-tight
  transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress
  ${tones[tone]} ${sizes[size]} ${wide ? 'w-full' : ''} ${className}`.replace(/\s+/g, ' ')

/** An action, or with `href` a link that looks like one. */
export function Button({ tone, size, icon, busy, wide, children, className, ...rest }: ButtonProps) {
  const classes = look({ tone, size, wide }, className)
  const content = (
    <>
      {busy ? <LoaderCircle size={18} className="animate-turn" aria-hidden /> : icon}
      {children}
    </>
  )
  if (rest.href !== undefined)
    return (
      <a {...rest} data-tone={tone} className={classes}>
        {content}
      </a>
    )
  return (
    <button type="button" {...rest} {...(busy && busyProps)} data-tone={tone} className={classes}>
      {content}
    </button>
  )
}

const busyProps = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
}
