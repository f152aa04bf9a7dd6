const sizes = {
  tiny: { box: 'size-[22px] text-[0.625rem]', px: 22 },
  small: { box: 'size-8 text-xs', px: 32 },
  medium: { box: 'size-10 text-sm', px: 40 },
  large: { box: 'size-20 text-2xl', px: 80 },
}

const tints = [
  'bg-accent-soft text-accent-ink',
  'bg-success-soft text-success-ink',
  'bg-warning-soft text-warning-ink',
  'bg-info-soft text-info-ink',
]

const chooseTint = (name: string) =>
  tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]

/**
 * Returns the first letters of the first and the last word of a name, in capitals; one letter for one word, none for an
 * empty name.
 */
export function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

export type AvatarSize = keyof typeof sizes

/**
 * Returns the look of an avatar: classes of the `picture` and of the `initials`, whose colour follows from the name,
 * and the side `px` in pixels.
 */
export function avatarLook(name: string, size: AvatarSize = 'medium') {
  const { box, px } = sizes[size]
  const shape = `${box} shrink-0 rounded-full`
  return {
    px,
    picture: `${shape} object-cover`,
    initials: `${shape} grid place-items-center font-display font-bold ${chooseTint(name)}`,
  }
}
