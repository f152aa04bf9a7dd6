import { LoaderCircle } from '@lucide/icons'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { Icon } from './Icon.tsx'

interface OwnProps extends ButtonLook {
  icon?: ReactNode
  /** Whether the operation of the button is under way: it stays in place with its focus, and ignores presses. */
  busy?: boolean | undefined
}

type ButtonProps = OwnProps &
  ((ComponentProps<'button'> & { href?: undefined }) | (ComponentProps<'a'> & { href: string; disabled?: undefined }))

/**
 * Button of type `button`, or with `href` a link that looks like one; `secondary` by default. While `busy`, a button
 * shows a spinner in place of its icon, keeps the focus and ignores clicks; a link only shows the spinner.
 */
export function Button({ tone, size, icon, busy, wide, children, className, ...rest }: ButtonProps) {
  const classes = buttonLook({ tone, size, wide }, className)
  const content = (
    <>
      {busy ? <Icon of={LoaderCircle} size={18} className="animate-turn" /> : icon}
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
