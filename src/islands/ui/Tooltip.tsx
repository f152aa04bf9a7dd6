import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

interface TooltipProps {
  /** What is shown, usually an icon; `label` is its name for those who do not see it. */
  children: ReactNode
  label: string
  text: string
}

const bubble =
  'z-50 max-w-72 rounded-control bg-ink px-3 py-2 text-sm text-canvas shadow-float data-entering:animate-rise'

/** A few words on hover, focus or touch. Nothing that a person must know lives only here. */
export function Tooltip({ children, label, text }: TooltipProps) {
  return (
    <TooltipTrigger delay={300} closeDelay={100}>
      <Button aria-label={label} className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-control">
        {children}
      </Button>
      <AriaTooltip offset={6} className={bubble}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
