interface AvatarProps {
  name: string
  src?: string | null | undefined
  size?: keyof typeof sizes | undefined
}

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

const tintOf = (name: string) =>
  tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** The picture of a person whose name stands beside it. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  const { box, px } = sizes[size]
  const shape = `${box} shrink-0 rounded-full`
  if (src) return <img src={src} alt="" width={px} height={px} loading="lazy" className={`${shape} object-cover`} />
  return (
    <span aria-hidden className={`${shape} grid place-items-center font-display font-bold ${tintOf(name)}`}>
      {initialsOf(name)}
    </span>
  )
}
