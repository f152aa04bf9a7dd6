import { useState } from 'react'
import type { Candidate, GuardianRelation } from '#api/people/guardians/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { useSuggestions } from './use-suggestions.ts'

interface AddRelationProps {
  person: { id: number; name: string }
  as: 'guardian' | 'ward'
  /** Whether the person views the own profile as the child, who cannot confirm a link alone. */
  isOwn: boolean
  onAdd: (id: number, relation: GuardianRelation) => Promise<void>
  onClose: () => void
}

/** Values of the call, written here so that the browser loads no schemas. */
const relations = ['parent', 'legalGuardian', 'otherAdult'] as const satisfies readonly GuardianRelation[]

/** Organisations and year of birth, which distinguish people with the same name. */
const toHint = ({ organizations, birthYear }: Candidate) =>
  [birthYear, ...Object.values(organizations)].filter(Boolean).join(' · ') || undefined

/**
 * Dialog that finds a person by name and asks for the relation; `onAdd` links them, with the found person's id and the
 * relation. `as` is what the found person becomes: the guardian or the child (`ward`) of `person`. When `onAdd`
 * resolves, `onClose` is called; when it rejects, the refusal is shown and the choice stays. With `isOwn`, a child's
 * own profile, it says that an adult must confirm the link.
 */
export default function AddRelation({ person, as, isOwn, onAdd, onClose }: AddRelationProps) {
  const t = useTexts('profile')
  const [chosen, setChosen] = useState<number | null>(null)
  const [relation, setRelation] = useState<GuardianRelation | null>(null)
  const { isBusy, failure, run, forget } = useSaving()
  const { answers, ask } = useSuggestions((searchString, signal) =>
    api('POST /User/:id/guardian/candidates', { params: { id: person.id }, body: { searchString, as } }, { signal }),
  )
  const save = () =>
    run(async () => {
      if (chosen === null) throw new Error(t('relation.chooseFirst'))
      if (relation === null) throw new Error(t('relation.kindFirst'))
      await onAdd(chosen, relation)
      onClose()
    })
  return (
    <FormDialog
      title={t(`relation.addTo.${as}`, { name: person.name })}
      verb={t(`relation.add.${as}`)}
      isBusy={isBusy}
      failure={failure}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Combobox
        name="relation"
        label={t('relation.find')}
        hint={t(`relation.findHint.${as}`)}
        items={answers.map((one) => ({ id: one.id, label: one.name, hint: toHint(one) }))}
        onSearch={ask}
        onChange={(id) => {
          setChosen(id)
          forget()
        }}
      />
      <RadioGroup
        name="relationKind"
        label={t('relation.kind')}
        required
        value={relation ?? ''}
        choices={relations.map((value) => ({ value, label: t(`relation.kind.${value}`) }))}
        onChange={(value) => {
          setRelation(relations.find((kind) => kind === value) ?? null)
          forget()
        }}
      />
      {isOwn && <p className="text-sm text-muted">{t('relation.noteChild')}</p>}
    </FormDialog>
  )
}
