import { useState } from 'react'
import type { MailChoice } from '#api/foundation/mails/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'

function Choices({ choices: stored }: { choices: readonly MailChoice[] }) {
  const t = useTexts('profile')
  const [choices, setChoices] = useState(stored)
  const show = (choice: MailChoice) =>
    setChoices((now) => now.map((one) => (one.topic === choice.topic ? choice : one)))
  const choose = async (choice: MailChoice) => {
    show(choice)
    try {
      await api('PUT /Mails/choices', { body: choice })
      toast(t(choice.wanted ? 'mail.on' : 'mail.off', { topic: t(`mail.topic.${choice.topic}`) }))
    } catch (error) {
      show({ ...choice, wanted: !choice.wanted })
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <div className="grid gap-2">
      {choices.map(({ topic, wanted }) => (
        <Switch
          key={topic}
          name={`mail-${topic}`}
          label={t(`mail.topic.${topic}`)}
          checked={wanted}
          onChange={({ target }) => void choose({ topic, wanted: target.checked })}
        />
      ))}
    </div>
  )
}

/**
 * Subscriptions to the portal's mails, by topic. Each choice is saved at once, with a toast, and reverted with another
 * one when it is refused.
 */
export const MailChoices = island(Choices)
