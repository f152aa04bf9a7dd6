import { type AvatarSize, avatarLook, toInitials } from './avatar-look.ts'

interface AvatarProps {
  name: string
  src?: string | null | undefined
  size?: AvatarSize | undefined
}

/**
 * Picture of a person, or without `src` the initials on a colour that follows from the name. Screen readers skip it, so
 * the name is shown beside it. Without `size` its side is 40 pixels.
 */
export function Avatar({ name, src, size }: AvatarProps) {
  const { px, picture, initials } = avatarLook(name, size)
  if (src) return <img src={src} alt="" width={px} height={px} loading="lazy" className={picture} />
  return (
    <span aria-hidden className={initials}>
      {toInitials(name)}
    </span>
  )
}
