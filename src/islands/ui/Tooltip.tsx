import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

interface TooltipProps {
  /** Visible content, usually an icon; `label` is its name for screen readers. */
  children: ReactNode
  label: string
  text: string
}

const bubble =
  'z-50 max-w-72 rounded-control bg-ink px-3 py-2 text-sm text-canvas shadow-float data-entering:animate-rise'

/**
 * Short explanation on hover (after 0.3 seconds) or keyboard focus; a press closes it. `children` are the visible
 * content and `label` its name for screen readers. Touch does not open it, so it is never the only place of necessary
 * information.
 */
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
