import type { User } from '#api/users/contract.ts'
import { api } from '../api.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { useTexts } from '../texts.tsx'
import { Field } from '../ui/Field.tsx'

interface PersonDialogProps {
  person: User
  onSaved: (person: User) => void
  onClose: () => void
}

type PersonDraft = Record<'firstName' | 'lastName' | 'email' | 'phone' | 'birthDate', string>

const draftOf = (person: User): PersonDraft => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email ?? '',
  phone: person.phone ?? '',
  birthDate: person.birthDate ?? '',
})

/** Only what is written differently, so that nothing else is overwritten. */
function differing(draft: PersonDraft, person: User) {
  const before = draftOf(person)
  const fields = (Object.keys(draft) as (keyof PersonDraft)[]).filter((field) => draft[field] !== before[field])
  return Object.fromEntries(fields.map((field) => [field, draft[field].trim() || null]))
}

/** Name, contact and birth date of a person, for the office. */
export function PersonDialog({ person, onSaved, onClose }: PersonDialogProps) {
  const t = useTexts('users')
  const params = { id: person.id }
  const form = useDraft<PersonDraft, User>({
    stored: person,
    draftOf,
    save: (draft, version) => api('PUT /user/edit/:id', { params, body: differing(draft, version) }),
    // A person is saved field by field and never too late.
    reload: async () => person,
    onSaved,
  })
  const field = (name: keyof PersonDraft) => ({
    name: `person-${name}`,
    label: t(name),
    error: form.errorOf(name),
    value: form.draft[name],
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={person.name}
      verb={t('save')}
      busy={form.busy}
      failure={form.failure}
      labelOf={(name) => t(name)}
      prefix="person-"
      onSave={() => void form.save()}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field('firstName')} required />
        <Field {...field('lastName')} required />
        <Field {...field('email')} type="email" />
        <Field {...field('phone')} type="tel" />
        <Field {...field('birthDate')} type="date" />
      </div>
    </FormDialog>
  )
}
