import { useEffect, useRef, useState } from 'react'
import type { NewApp } from '#api/people/authentication/factors/contract.ts'
import { drawQr } from '../authentication/qr-code.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Field } from '../ui/Field.tsx'
import { Link } from '../ui/Link.tsx'
import { ProofField } from './ProofField.tsx'
import { type ProofNeeds, useProof } from './use-proof.ts'

/** QR code of the secret, drawn in the browser so that the secret is sent to nobody else. */
function QrCode({ uri, label }: { uri: string; label: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current) drawQr(uri, ref.current)
  }, [uri])
  return <div ref={ref} role="img" aria-label={label} className="mx-auto w-56 rounded-card bg-white p-3" />
}

/** Formats the secret in groups of four for typing. */
const formatSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function Scan({ setup }: { setup: NewApp }) {
  const t = useTexts('second-factors')
  return (
    <>
      <p>{t('app.scan')}</p>
      <QrCode uri={setup.uri} label={t('app.qr')} />
      <div>
        <p className="text-sm text-muted">{t('app.typeInstead')}</p>
        <code className="block wrap-anywhere select-all">{formatSecret(setup.secret)}</code>
        <Link href={setup.uri}>{t('app.open')}</Link>
      </div>
    </>
  )
}

interface AddAppProps extends ProofNeeds {
  onAdded: (recoveryCodes: string[] | null) => void
  onClose: () => void
}

/**
 * Dialog that asks for proof of identity where needed, shows a QR code for an authenticator app and asks for the first
 * code from it. `onAdded` receives new recovery codes, or null when the person has some, and must close it. A refusal
 * is shown.
 */
export default function AddApp({ onAdded, onClose, ...needs }: AddAppProps) {
  const t = useTexts('second-factors')
  const proof = useProof(needs)
  const [setup, setSetup] = useState<NewApp | null>(null)
  const [code, setCode] = useState('')
  const { isBusy, failure, run } = useSaving()
  const begin = () => run(async () => setSetup(await api('POST /Authentication/app', { body: proof.body })))
  const confirm = ({ setupToken }: NewApp) =>
    run(async () => {
      const body = { setupToken, code }
      onAdded((await api('POST /Authentication/app/confirm', { body })).recoveryCodes)
    })
  return (
    <FormDialog
      title={t('app.add')}
      verb={t(setup ? 'app.confirm' : 'app.showQr')}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      labelOf={(field) => t(field === 'password' ? 'password' : 'app.code')}
      onSave={() => void (setup ? confirm(setup) : begin())}
    >
      {setup ? <Scan setup={setup} /> : <p>{t('app.explained')}</p>}
      {setup ? (
        <Field
          name="code"
          label={t('app.code')}
          hint={t('app.codeHint')}
          error={failure?.fields['code']}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <ProofField proof={proof} failure={failure} />
      )}
    </FormDialog>
  )
}
