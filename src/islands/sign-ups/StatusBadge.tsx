import type { SignUpState } from '#api/participation/results/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { signUpStateLooks } from './state-look.ts'

/** Badge with the person's state on a part or an occasion; nothing without one. */
export function StatusBadge({ state }: { state: SignUpState }) {
  const t = useTexts('sign-ups')
  if (state === 'none') return null
  const { tone, icon } = signUpStateLooks[state]
  return (
    <Badge tone={tone} icon={<Icon of={icon} size={14} />}>
      {t(`state.${state}`)}
    </Badge>
  )
}
