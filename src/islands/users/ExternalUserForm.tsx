import { useState } from 'react'
import type { NewExternalUser } from '#api/people/user-management/external/contract.ts'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FailureBox } from '../editing/SaveBar.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { Field } from '../ui/Field.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Select } from '../ui/Select.tsx'
import { useTakenNames } from './use-taken-names.ts'

const empty = { firstName: '', lastName: '', email: '', phone: '', birthDate: '', userName: '', language: '' }
type Draft = typeof empty

function bodyOf(draft: Draft): NewExternalUser {
  const text = (field: keyof Draft) => draft[field].trim()
  const language = draft.language === 'sv' || draft.language === 'en' ? { language: draft.language } : {}
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone') || null,
    birthDate: text('birthDate') || null,
    ...(text('userName') && { userName: text('userName') }),
    ...(language as Pick<NewExternalUser, 'language'>),
  }
}

function useNewUser(onMade: (person: User) => void) {
  const [create] = useState(() =>
    withIdempotencyKey((body: NewExternalUser, idempotencyKey) =>
      api('POST /authentication/CreateExternalUser', { body }, { idempotencyKey }),
    ),
  )
  return useDraft<Draft, User | null>({
    stored: null,
    // After a save the form is empty for the next person.
    draftOf: () => empty,
    save: (draft) => create(bodyOf(draft)),
    reload: async () => null,
    onSaved: (user) => user && onMade(user),
  })
}

/** Confirms that a person was created, with a link to the profile. */
function CreatedNote({ person }: { person: User }) {
  const t = useTexts('users')
  return (
    <InfoBox
      tone="success"
      role="status"
      title={t('external.made', { name: person.name })}
      actions={
        <Button size="small" href={`/profile/${person.id}`}>
          {t('menu.profile')}
        </Button>
      }
    >
      {t('external.mailed', { email: person.email, userName: person.userName })}
    </InfoBox>
  )
}

function Form() {
  const t = useTexts('users')
  const [created, setCreated] = useState<User | null>(null)
  const form = useNewUser(setCreated)
  const takenNames = useTakenNames()
  const { draft } = form
  const fields = {
    draft,
    change: (own: Partial<Draft>) => {
      setCreated(null)
      form.change(own)
    },
    errorOf: (name: string) => form.errorOf(name) ?? takenNames.errorOf(name, draft[name as keyof Draft]),
  }
  const { text } = draftFields(fields, t)
  return (
    <form
      noValidate
      autoComplete="off"
      className="grid max-w-text gap-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <div className="sm:col-span-2 empty:hidden">
        {created && <CreatedNote person={created} />}
        <FailureBox failure={form.failure} labelOf={(name) => t(name)} />
      </div>
      <Field {...text('firstName')} required />
      <Field {...text('lastName')} required />
      <Field {...text('email')} type="email" required onBlur={() => void takenNames.check('email', draft.email)} />
      <Field {...text('phone')} type="tel" />
      <DayField {...text('birthDate')} hasYears />
      <Select
        {...text('language')}
        options={['sv', 'en'].map((value) => ({ value, label: t(`language.${value}`) }))}
        placeholder={t('language.portal')}
      />
      <Field
        {...text('userName')}
        className="sm:col-span-2"
        hint={t('external.userNameHint')}
        onBlur={() => void takenNames.check('userName', draft.userName)}
      />
      <div className="sm:col-span-2">
        <Button type="submit" tone="primary" isBusy={form.isBusy}>
          {t('external.create')}
        </Button>
      </div>
    </form>
  )
}

/**
 * Form that creates a person outside the federation, without roles and organisations. Afterwards it is empty for the
 * next one, below a link to the new profile; a refusal leaves the input. A taken user name or e-mail address is said at
 * its field.
 */
export const ExternalUserForm = island(Form)
