import { useState } from 'react'
import type { FortnoxStatus } from '#api/money/fortnox/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast } from '../ui/toast.ts'

type Connection = NonNullable<FortnoxStatus['connection']>

/** Returns the text about a connection, or about a missing one. */
function useStatusText(connection: Connection | null) {
  const t = useTexts('fortnox')
  const language = useLanguage()
  if (!connection) return t('notConnected')
  const { companyName: company, connectedDate, connectedByName: name, isRevoked } = connection
  if (isRevoked) return t('revoked', { company })
  const date = momentText(connectedDate, 'day', language)
  return name === null ? t('connectedErased', { company, date }) : t('connected', { company, date, name })
}

/** Button that leads to Fortnox, where the office grants the portal its rights; a failure is shown. */
function ConnectButton({ label, seen }: { label: string; seen: Date | null }) {
  const { isBusy, failure, run } = useSaving()
  const connect = async () => {
    const { url } = await proven(() => api('POST /Fortnox/connect', { body: { seen } }))
    location.assign(url)
  }
  return (
    <>
      <Button size="small" tone="primary" isBusy={isBusy} onClick={() => void run(connect)}>
        {label}
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </>
  )
}

/** Button that disconnects Fortnox after a question. `onDone` shows the page without the connection. */
function DisconnectButton({ company, onDone }: { company: string; onDone: () => void }) {
  const t = useTexts('fortnox')
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useSaving()
  const disconnect = async () => {
    await api('DELETE /Fortnox')
    setIsAsking(false)
    toast(t('disconnected'))
    onDone()
  }
  return (
    <>
      <Button size="small" tone="quiet" onClick={() => setIsAsking(true)}>
        {t('disconnect')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('disconnectQuestion', { company })}
        detail={failure?.message ?? t('disconnectDetail')}
        action={t('disconnect')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void run(disconnect)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

function ConnectionBox({ status: { connection, trouble } }: { status: FortnoxStatus }) {
  const t = useTexts('fortnox')
  const text = useStatusText(connection)
  const isRevoked = connection?.isRevoked ?? false
  const actions = (
    <>
      {(!connection || isRevoked) && (
        <ConnectButton
          label={t(isRevoked ? 'connectAgain' : 'connect')}
          seen={connection ? new Date(connection.connectedDate) : null}
        />
      )}
      {connection && <DisconnectButton company={connection.companyName} onDone={() => location.reload()} />}
    </>
  )
  return (
    <div className="mb-6">
      <InfoBox title={t('title')} tone={isRevoked || trouble ? 'danger' : 'info'} actions={actions}>
        {text}
        {trouble && <strong className="mt-1 block">{t(`trouble.${trouble}`)}</strong>}
      </InfoBox>
    </div>
  )
}

/**
 * Box with the company in Fortnox that the portal is connected to, what keeps it from sending, and the buttons that
 * connect and disconnect it.
 */
export const FortnoxConnection = island(ConnectionBox)
