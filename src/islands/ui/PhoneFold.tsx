import { type ReactNode, useState } from 'react'
import { phoneFoldLook } from './phone-fold-look.ts'

interface PhoneFoldProps {
  /** Text of the line that unfolds it. */
  label: string
  /** Whether it begins unfolded. */
  isOpen: boolean
  children: ReactNode
}

/** Folds its children on a phone; where there is room they are always shown. */
export function PhoneFold({ label, isOpen, children }: PhoneFoldProps) {
  const [beginsOpen] = useState(isOpen)
  return (
    <div>
      <details open={beginsOpen} data-phone-fold className={phoneFoldLook.frame}>
        <summary className={phoneFoldLook.summary}>{label}</summary>
      </details>
      <div className={phoneFoldLook.content}>{children}</div>
    </div>
  )
}
