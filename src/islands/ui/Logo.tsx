interface LogoProps {
  /** Empty where the name stands beside it. */
  name: string
  src?: string | null | undefined
  size?: keyof typeof heights | undefined
}

/** The pixels of each stand in `theme/tokens.css`. */
const heights = {
  small: 'h-(--logo-small)',
  medium: 'h-(--logo-medium)',
  large: 'h-(--logo-large)',
  xlarge: 'h-(--logo-xlarge)',
}

/** The federation's logo, or the portal's own mark until there is one. */
export function Logo({ name, src, size = 'medium' }: LogoProps) {
  const height = heights[size]
  if (src) return <img src={src} alt={name} className={`${height} w-auto max-w-full object-contain`} />
  return (
    <svg viewBox="0 0 40 40" role={name ? 'img' : undefined} aria-hidden={!name} className={`${height} w-auto`}>
      <title>{name}</title>
      <rect width="40" height="40" rx="9" className="fill-accent" />
      <path d="M11 8h5.5l-5 24H6z" className="fill-on-accent" />
      <path d="M19.5 8H25l-5 24h-5.500z" className="fill-on-accent" />
      <path d="M28 8h7l-1.250 6h-7zM26.750 14l-1.250 6h-7l1.250-6z" className="fill-spark" />
      <path d="M33.750 14h-7l-1.250 6h7z" className="fill-on-accent" />
    </svg>
  )
}
