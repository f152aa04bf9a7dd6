import { CalendarDays, MapPin, Wallet } from '@lucide/icons'
import type { NextStep } from '#api/participation/readiness/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { stepFacts, stepHref, stepText, stepTone } from './readiness-texts.ts'

/**
 * Next step towards a licence, with its date, place and fee, each where it is known; a button where the step leads to a
 * payment or an education.
 */
export function NextStepLine({ step, language }: { step: NextStep; language: string }) {
  const t = useTexts('licenses', language)
  const href = stepHref(step)
  const text = stepText(step, t, language)
  const { when, where, price } = stepFacts(step, t, language)
  const facts = [
    { icon: CalendarDays, fact: when },
    { icon: MapPin, fact: where },
    { icon: Wallet, fact: price },
  ]
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold text-muted">{t('next')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {href ? (
          <Button href={href} size="small" tone={stepTone(step)}>
            {text}
          </Button>
        ) : (
          <p>{text}</p>
        )}
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {facts.map(
            ({ icon, fact }) =>
              fact && (
                <li key={icon.name} className="flex items-center gap-1.5">
                  <Icon of={icon} size={15} className="text-muted" />
                  {fact}
                </li>
              ),
          )}
        </ul>
      </div>
    </div>
  )
}
