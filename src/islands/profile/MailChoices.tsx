import { useState } from 'react'
import type { MailChoice } from '#api/mails/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { island, useTexts } from '../texts.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toast.ts'

/** What the reader gets mails about; each choice is in force as soon as it is made. */
function Choices({ choices: stored }: { choices: readonly MailChoice[] }) {
  const t = useTexts('profile')
  const [choices, setChoices] = useState(stored)
  const [busy, setBusy] = useState<string | null>(null)
  const choose = async (body: MailChoice) => {
    setBusy(body.topic)
    try {
      setChoices(await api('PUT /Mails/choices', { body }))
      toast(t(body.wanted ? 'mail.on' : 'mail.off', { topic: t(`mail.topic.${body.topic}`) }))
    } catch (error) {
      toast(failureOf(error).message, 'danger')
    } finally {
      setBusy(null)
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
          disabled={busy === topic}
          onChange={({ target }) => void choose({ topic, wanted: target.checked })}
        />
      ))}
    </div>
  )
}

export const MailChoices = island(Choices)
