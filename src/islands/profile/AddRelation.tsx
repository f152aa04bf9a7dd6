import { useState } from 'react'
import type { Candidate } from '#api/guardians/contract.ts'
import { api } from '../api.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { useTexts } from '../texts.tsx'
import { Combobox } from '../ui/Combobox.tsx'
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
  const { busy, failure, run, forget } = useSaving()
  const { answers, ask } = useAnswers((searchString, signal) =>
    api('POST /User/:id/guardian/candidates', { params: { id: person.id }, body: { searchString, as } }, { signal }),
  )
  const save = () =>
    run(async () => {
      if (chosen === null) throw new Error(t('relation.chooseFirst'))
      await onAdd(chosen)
      onClose()
    })
  return (
    <FormDialog
      title={t(`relation.addTo.${as}`, { name: person.name })}
      verb={t(`relation.add.${as}`)}
      busy={busy}
      failure={failure}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Combobox
        name="relation"
        label={t('relation.find')}
        hint={t(`relation.findHint.${as}`)}
        items={answers.map((one) => ({ id: one.id, label: one.name, hint: hintOf(one) }))}
        onSearch={ask}
        onChange={(id) => {
          setChosen(id)
          forget()
        }}
      />
    </FormDialog>
  )
}
