import { useRef } from 'react'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { useItemSearch } from '../client/item-search.ts'
import { useTexts } from '../client/texts.tsx'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { withPictureProgress } from '../ui/picture-progress.ts'
import { fetchFullPerson } from './fetch-full-person.ts'
import { awaitsConfirmation } from './pending-email.ts'
import { type PersonDraft, toDraft, toEdit } from './person-draft.ts'

interface PersonDialogProps {
  person: User
  /** Heads of the branches whose organisations the editor may assign; null for all. */
  roots: readonly number[] | null
  /** Whether the editor is an administrator, who may change the picture. */
  editsPicture: boolean
  /** `isEmailPending`: the new e-mail address is not confirmed yet. */
  onSaved: (person: User, isEmailPending: boolean) => void
  onClose: () => void
}

async function write(draft: PersonDraft, version: User): Promise<User> {
  const { id } = version
  const edit = toEdit(draft, version)
  const { picture, removePicture } = draft
  if (!picture && !removePicture) return api('PUT /user/edit/:id', { params: { id }, body: edit })
  return withPictureProgress((options) =>
    api('PUT /User', { body: { ...edit, id, removePicture }, file: picture }, options),
  )
}

function usePersonForm({ person, onSaved }: PersonDialogProps) {
  const isEmailPending = useRef(false)
  return useDraft<PersonDraft, User>({
    stored: person,
    draftOf: toDraft,
    save: async (draft, version) => {
      const saved = await write(draft, version)
      isEmailPending.current = awaitsConfirmation(draft.email.trim() || null, saved.email)
      return saved
    },
    reload: () => fetchFullPerson(person.id),
    onSaved: (saved) => onSaved(saved, isEmailPending.current),
  })
}

/**
 * Editor of a person's name, contact data, birth date, memberships and (with `editsPicture`) picture, for the office,
 * with optimistic locking. An external person has no memberships. `roots` limits the organisations to choose from to
 * those branches; null for all. `onSaved` receives the stored person, and whether a new e-mail address awaits
 * confirmation, and must close it; a refusal is shown and the input stays. `onClose` is called on cancel only.
 */
export function PersonDialog(props: PersonDialogProps) {
  const { person, roots, editsPicture, onClose } = props
  const t = useTexts('users')
  const form = usePersonForm(props)
  const { draft, change } = form
  const own = Object.entries(person.organizations).map(([id, label]) => ({ id: Number(id), label }))
  const organizations = useItemSearch('organizations', own, { within: roots })
  const labelOf = (name: string) => t(name === 'file' ? 'picture' : name)
  const { text } = draftFields<PersonDraft>(form, labelOf)
  const textOf = (name: string, value: unknown) =>
    name === 'organizationIds' && Array.isArray(value)
      ? organizations
          .named(value)
          .map(({ label }) => label)
          .join(', ')
      : String(value ?? '')
  return (
    <FormDialog
      title={person.name}
      verb={t('save')}
      isBusy={form.isBusy}
      failure={form.failure}
      labelOf={labelOf}
      onSave={() => void form.save()}
      onClose={onClose}
      above={<ConflictDialog form={form} labelOf={labelOf} textOf={textOf} />}
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field {...text('firstName')} required />
        <Field {...text('lastName')} required />
        <Field {...text('email')} type="email" />
        <Field {...text('phone')} type="tel" />
        <DayField {...text('birthDate')} hasYears />
      </div>
      {!person.isExternal && (
        <MultiCombobox
          name="organizationIds"
          label={t('organizationIds')}
          items={organizations.items}
          onSearch={organizations.search}
          onOpen={organizations.begin}
          chosen={organizations.named(draft.organizationIds)}
          onChange={(chosen) => change({ organizationIds: chosen.map(({ id }) => id) })}
          error={form.errorOf('organizationIds')}
        />
      )}
      {editsPicture && (
        <PictureField
          name="file"
          label={t('picture')}
          aspect={1}
          stored={person.pictureUrl}
          value={draft.removePicture ? null : (draft.picture ?? undefined)}
          onChange={(picture) => change({ picture: picture ?? null, removePicture: picture === null })}
          error={form.errorOf('file')}
        />
      )}
    </FormDialog>
  )
}
