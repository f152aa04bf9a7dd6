import { CircleAlert, CircleCheck, Info, TriangleAlert } from '@lucide/icons'

const tones = {
  info: { box: 'border-info bg-info-soft', color: 'text-info-ink', icon: Info, spoken: 'toneInfo' },
  success: {
    box: 'border-success bg-success-soft',
    color: 'text-success-ink',
    icon: CircleCheck,
    spoken: 'toneSuccess',
  },
  warning: {
    box: 'border-warning bg-warning-soft',
    color: 'text-warning-ink',
    icon: TriangleAlert,
    spoken: 'toneWarning',
  },
  danger: { box: 'border-danger bg-danger-soft', color: 'text-danger-ink', icon: CircleAlert, spoken: 'toneDanger' },
}

export type InfoBoxTone = keyof typeof tones

/**
 * Returns the look of a box in a tone, `info` by default: classes of its parts, icon, and spoken tone (a key of the
 * texts `common`).
 */
export function infoBoxLook(tone: InfoBoxTone = 'info') {
  const { box, color, icon, spoken } = tones[tone]
  return {
    frame: `flex gap-3 rounded-card border-l-4 px-4 py-3.5 ${box}`,
    icon,
    iconClass: `mt-0.5 shrink-0 ${color}`,
    spoken,
    content: 'min-w-0 flex-1',
    title: 'mb-0.5 block font-semibold',
    actions: 'mt-3 flex flex-wrap gap-3',
  }
}
