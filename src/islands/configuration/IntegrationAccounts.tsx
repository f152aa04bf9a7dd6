import { KeyRound, Pencil, Plus, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { IntegrationAccount } from '#api/people/integrations/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountSummary } from './AccountSummary.tsx'
import { type AccountDraft, newAccount } from './account-draft.ts'
import { type AccountSecret, SecretDialog } from './SecretDialog.tsx'

type PendingAction = { what: 'rotate' | 'remove'; account: IntegrationAccount }

function useAccounts(initial: IntegrationAccount[]) {
  const t = useTexts('configuration')
  const [accounts, setAccounts] = useState(initial)
  const [secret, setSecret] = useState<AccountSecret | null>(null)
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const { isBusy, failure, run } = useSaving()
  const reload = async () => setAccounts(await api('GET /User/integrationaccounts'))
  const answer = ({ what, account: { id, name } }: PendingAction) =>
    run(async () => {
      setPendingAction(null)
      if (what === 'remove') {
        await api('DELETE /User/integrationaccounts/:id', { params: { id } })
        toast(t('accounts.removed'))
      } else {
        const makePassword = () => api('POST /User/integrationaccounts/:id/newpassword', { params: { id } })
        const { password } = await proven(makePassword)
        setSecret({ id, name, password })
      }
      await reload()
    })
  return { accounts, secret, setSecret, pendingAction, setPendingAction, isBusy, failure, reload, answer }
}

interface ListProps {
  accounts: IntegrationAccount[]
  /** URL of SCIM; null while it does not answer. */
  scimUrl: string | null
}

function List({ accounts: initial, scimUrl }: ListProps) {
  const t = useTexts('configuration')
  const state = useAccounts(initial)
  const [draft, setDraft] = useState<AccountDraft | null>(null)
  const done = async (secret: AccountSecret | null) => {
    setDraft(null)
    state.setSecret(secret)
    await state.reload()
  }
  const pendingAction = state.pendingAction
  return (
    <div className="grid gap-6">
      <div>
        <Button tone="primary" icon={<Icon of={Plus} size={18} />} onClick={() => setDraft(newAccount)}>
          {t('accounts.add')}
        </Button>
      </div>
      {state.failure && <ErrorBox>{state.failure.message}</ErrorBox>}
      {state.accounts.length === 0 && <EmptyState title={t('accounts.empty')} />}
      <ul className="grid gap-3">
        {state.accounts.map((account) => (
          <Account
            key={account.id}
            account={account}
            scimUrl={scimUrl}
            onEdit={() => setDraft(account)}
            onAsk={(what) => state.setPendingAction({ what, account })}
          />
        ))}
      </ul>
      {draft && <AccountDialog start={draft} onDone={done} onClose={() => setDraft(null)} />}
      <SecretDialog secret={state.secret} onClose={() => state.setSecret(null)} />
      <Confirm
        open={pendingAction !== null}
        question={
          pendingAction ? t(`accounts.${pendingAction.what}Question`, { name: pendingAction.account.name }) : ''
        }
        detail={pendingAction ? t(`accounts.${pendingAction.what}Detail`) : ''}
        action={pendingAction ? t(`accounts.${pendingAction.what}`) : ''}
        isDangerous={pendingAction?.what === 'remove'}
        isBusy={state.isBusy}
        onConfirm={() => pendingAction && void state.answer(pendingAction)}
        onCancel={() => state.setPendingAction(null)}
      />
    </div>
  )
}

interface AccountProps {
  account: IntegrationAccount
  scimUrl: string | null
  onEdit: () => void
  onAsk: (what: PendingAction['what']) => void
}

function Account({ account, scimUrl, onEdit, onAsk }: AccountProps) {
  const t = useTexts('configuration')
  const { name } = account
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-3">
      <AccountSummary account={account} scimUrl={scimUrl} />
      <div className="flex">
        <IconButton label={t('accounts.edit', { name })} icon={<Icon of={Pencil} size={18} />} onClick={onEdit} />
        <IconButton
          label={t('accounts.rotateOf', { name })}
          icon={<Icon of={KeyRound} size={18} />}
          onClick={() => onAsk('rotate')}
        />
        <IconButton
          label={t('accounts.removeOf', { name })}
          icon={<Icon of={Trash2} size={18} />}
          onClick={() => onAsk('remove')}
        />
      </div>
    </li>
  )
}

/**
 * List of other systems' accounts: permissions, last use, and a new password, which is shown once. Each is added and
 * edited in a dialog. Removal and a new password are confirmed first; a failure is shown above the list.
 */
export const IntegrationAccounts = island(List)
