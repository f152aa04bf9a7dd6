import { Pencil } from '@lucide/icons'
import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ProofField } from '../second-factors/ProofField.tsx'
import { useProof } from '../second-factors/use-proof.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { awaitsConfirmation } from '../users/pending-email.ts'

interface ProfileEditorProps {
  email: string | null
  phone: string | null
  pictureUrl: string | null
  /** Whether the person has a passkey, which replaces the password for a change of e-mail address. */
  hasPasskey: boolean
  /** Version of the person that the page shows. */
  lastChange: Date | null
}

interface Failure {
  message: string
  fields: Record<string, string>
}

const toFailure = (error: unknown): Failure => {
  const message = error instanceof Error ? error.message : 'An unknown error occured.'
  return { message, fields: (error instanceof ApiError && error.body.fields) || {} }
}

/** Returns the changed fields with the version that they were changed from. */
function toInput(
  form: FormData,
  picture: File | null | undefined,
  stored: Omit<ProfileEditorProps, 'pictureUrl' | 'hasPasskey'>,
) {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null
  const file = picture ?? null
  const removePicture = picture === null
  const password = String(form.get('password') ?? '')
  const proofFields = password ? { password } : {}
  const changed = (['email', 'phone'] as const).filter((field) => text(field) !== stored[field])
  const contact: { email?: string | null; phone?: string | null } = Object.fromEntries(
    changed.map((field) => [field, text(field)]),
  )
  return { body: { ...contact, removePicture, ...proofFields, lastChange: stored.lastChange }, file }
}

function Editor({ email, phone, pictureUrl, hasPasskey, lastChange }: ProfileEditorProps) {
  const t = useTexts('profile')
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState(email ?? '')
  const isNewAddress = address.trim().toLowerCase() !== (email ?? '').toLowerCase()
  const [picture, setPicture] = useState<File | null>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const proof = useProof({ needsPassword: true, hasPasskey })
  const problems = Object.entries(failure?.fields ?? {}).map(([field, message]) => {
    const name = field === 'file' ? 'picture' : field
    return { name, message: `${t(name)}: ${message}` }
  })

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = toInput(new FormData(event.currentTarget), picture, { email, phone, lastChange })
    if (isBusy) return
    setIsBusy(true)
    try {
      const saved = await api('PUT /User', input)
      const { email: requestedEmail } = input.body
      toastOnNextPage(t(awaitsConfirmation(requestedEmail, saved.email) ? 'savedPending' : 'saved'))
      location.reload()
    } catch (error) {
      setFailure(toFailure(error))
      setIsBusy(false)
    }
  }

  const actions = (
    <>
      <Button type="submit" form="profile-form" tone="primary" isBusy={isBusy}>
        {t('save')}
      </Button>
      <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
    </>
  )
  return (
    <>
      <Button size="small" icon={<Icon of={Pencil} size={16} />} onClick={() => setOpen(true)}>
        {t('edit')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('editTitle')} closesOutside={false} actions={actions}>
        <form id="profile-form" className="grid gap-5" noValidate onSubmit={(event) => void save(event)}>
          {problems.length > 0 ? (
            <ErrorSummary problems={problems} />
          ) : (
            failure && <ErrorBox>{failure.message}</ErrorBox>
          )}
          <Field
            name="email"
            label={t('email')}
            type="email"
            autoComplete="email"
            defaultValue={email ?? ''}
            error={failure?.fields['email']}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          {isNewAddress && <ProofField proof={proof} failure={failure} hint={t('passwordHint')} />}
          <Field
            name="phone"
            label={t('phone')}
            type="tel"
            autoComplete="tel"
            defaultValue={phone ?? ''}
            error={failure?.fields['phone']}
          />
          <PictureField
            name="picture"
            label={t('picture')}
            hint={t('pictureHint')}
            stored={pictureUrl}
            value={picture}
            onChange={setPicture}
            aspect={1}
            error={failure?.fields['file']}
          />
          <p className="text-sm text-muted">{t('registerHint')}</p>
        </form>
      </Dialog>
    </>
  )
}

/**
 * Button and dialog that edit contact data and picture, the fields of the own profile that no register decides. A new
 * e-mail address needs a proof of identity and is confirmed by a mail. A save loads the page again, with a toast; a
 * refusal is shown and the input stays.
 */
export const ProfileEditor = island(Editor)
