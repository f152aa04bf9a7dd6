import { useState } from 'react'
import type { Candidate } from '#api/guardians/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { useAnswers } from './use-answers.ts'

interface AddRelationProps {
  person: { id: number; name: string }
  as: 'guardian' | 'ward'
  onAdd: (id: number) => Promise<void>
  onClose: () => void
}

/** Clubs and year of birth, to tell two of one name apart. */
const hintOf = ({ organizations, birthYear }: Candidate) =>
  [birthYear, ...Object.values(organizations)].filter(Boolean).join(' · ') || undefined

/** Looks for a person by name and links them; what is refused is said here, and what was chosen stays. */
export default function AddRelation({ person, as, onAdd, onClose }: AddRelationProps) {
  const t = useTexts('profile')
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { answers, ask } = useAnswers((searchString, signal) =>
    api('POST /User/:id/guardian/candidates', { params: { id: person.id }, body: { searchString, as } }, { signal }),
  )
  const add = async () => {
    if (chosen === null) return setProblem(t('relation.chooseFirst'))
    setBusy(true)
    try {
      await onAdd(chosen)
      onClose()
    } catch (error) {
      setProblem(failureOf(error).message)
      setBusy(false)
    }
  }
  const actions = (
    <>
      <Button tone="primary" busy={busy} onClick={() => void add()}>
        {t(`relation.add.${as}`)}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`relation.addTo.${as}`, { name: person.name })}
      closesOutside={false}
      actions={actions}
    >
      <div className="grid grid-cols-1 gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Combobox
          name="relation"
          label={t('relation.find')}
          hint={t(`relation.findHint.${as}`)}
          items={answers.map((one) => ({ id: one.id, label: one.name, hint: hintOf(one) }))}
          onSearch={ask}
          onChange={(id) => {
            setChosen(id)
            setProblem(null)
          }}
        />
      </div>
    </Dialog>
  )
}
