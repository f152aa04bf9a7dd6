import { useState } from 'react'
import type { MailingText } from '#api/office/mailing-texts/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Select } from '../ui/Select.tsx'

interface StartTextProps {
  texts: readonly MailingText[]
  /** Whether the form has a text already, which is replaced only after a question. */
  hasText: boolean
  onChoose: (text: Pick<MailingText, 'subject' | 'text'>) => void
}

/** Choice of a text that the mailing begins with; nothing when there is none. */
export function StartText({ texts, hasText, onChoose }: StartTextProps) {
  const t = useTexts('mailings')
  const [chosen, setChosen] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const text = texts[Number(chosen)]
  if (texts.length === 0) return null
  const use = () => {
    if (text) onChoose({ subject: text.subject, text: text.text })
    setIsAsking(false)
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        name="start-text"
        className="min-w-0 flex-1 basis-60"
        label={t('start.label')}
        placeholder={t('start.none')}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={texts.map(({ source, name }, at) => ({ value: at, label: `${t(`start.${source}`)}: ${name}` }))}
      />
      <Button disabled={chosen === ''} onClick={() => (hasText ? setIsAsking(true) : use())}>
        {t('start.use')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('start.question')}
        action={t('start.replace')}
        onConfirm={use}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
