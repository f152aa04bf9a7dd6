import type { ComponentProps, ReactNode } from 'react'

type IconButtonProps = { label: string; icon?: ReactNode; size?: 'small' | 'medium' | undefined } & (
  | (Omit<ComponentProps<'button'>, 'children'> & { href?: undefined })
  | (Omit<ComponentProps<'a'>, 'children'> & { href: string })
)

/** An action shown by its icon alone; the label is its name and its hint. With `href` it is a link, else a button. */
export function IconButton({ label, icon, size = 'medium', className = '', ...rest }: IconButtonProps) {
  const classes = `inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-50 ${size === 'small' ? 'size-8' : 'size-11'} ${className}`
  if (rest.href !== undefined)
    return (
      <a {...rest} href={rest.href} className={classes} aria-label={label} title={label}>
        {icon}
      </a>
    )
  return (
    <button type="button" {...rest} className={classes} aria-label={label} title={label}>
      {icon}
    </button>
  )
}
