import { type LogoSize, logoLook, markPaths } from './logo-look.ts'

interface LogoProps {
  /** Empty where the name is shown beside it. */
  name: string
  src?: string | null | undefined
  size?: LogoSize | undefined
}

/** The federation's logo, or without `src` the portal's own mark. Screen readers skip it when `name` is empty. */
export function Logo({ name, src, size }: LogoProps) {
  const look = logoLook(size)
  if (src) return <img src={src} alt={name} className={look.picture} />
  return (
    <svg viewBox="0 0 40 40" role={name ? 'img' : undefined} aria-hidden={!name} className={look.mark}>
      <title>{name}</title>
      <rect width="40" height="40" rx="9" className="fill-accent" />
      {markPaths.map(({ class: className, d }) => (
        <path key={d} d={d} className={className} />
      ))}
    </svg>
  )
}
