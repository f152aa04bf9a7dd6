import { LoaderCircle } from '@lucide/icons'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { Icon } from './Icon.tsx'

interface OwnProps extends ButtonLook {
  icon?: ReactNode
  /** Whether the operation of the button is under way: it stays in place with its focus, and ignores presses. */
  isBusy?: boolean | undefined
}

type ButtonProps = OwnProps &
  ((ComponentProps<'button'> & { href?: undefined }) | (ComponentProps<'a'> & { href: string; disabled?: undefined }))

/**
 * Button of type `button`, or with `href` a link that looks like one; `secondary` by default. While `isBusy`, a button
 * shows a spinner in place of its icon, keeps the focus and ignores clicks; a link only shows the spinner.
 */
export function Button({ tone, size, icon, isBusy, isWide, children, className, ...rest }: ButtonProps) {
  const classes = buttonLook({ tone, size, isWide }, className)
  const content = (
    <>
      {isBusy ? <Icon of={LoaderCircle} size={18} className="animate-turn" /> : icon}
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
    <button type="button" {...rest} {...(isBusy && busyProps)} data-tone={tone} className={classes}>
      {content}
    </button>
  )
}

const busyProps = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
}
