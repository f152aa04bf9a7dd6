interface CategoryBadgeProps {
  name: string
  color: string | null
}

/** A branch by its name, with its own colour as a dot beside it. */
export function CategoryBadge({ name, color }: CategoryBadgeProps) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-hover px-2.5 py-0.5 text-xs font-semibold">
      {color && (
        <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden="true">
          <circle cx="4" cy="4" r="4" fill={color} />
        </svg>
      )}
      {name}
    </span>
  )
}
