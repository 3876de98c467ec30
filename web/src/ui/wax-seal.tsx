/** A drop of sealing wax with the L of Lacre pressed into it. Decoration. */
export function WaxSeal({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <path
        fill="#8e2a22"
        d="M48 3c11 .4 14 6.8 23 10.2 8.8 3.4 15.6 4 18 13.6 2.2 8.8-1.8 14-1.4 23 .4 9.2 4.6 14.8.4 23-4 8-11.2 8-19.2 13-8 4.8-12 10.2-21 10-9.2-.2-12.8-6.4-21.4-10-8.8-3.8-15.6-3.6-19-12.400C4.2 65 8.4 59.2 8.4 50c0-8.8-4.8-14.8-1.6-23.200C10 18 17.2 17.6 25.6 13.4 33.6 9.2 38 2.6 48 3Z"
      />
      <path
        fill="#a8392f"
        d="M48 9c20 0 37 12 39 33-5-16-20-25-39-25S14 28 9 43C11 22 28 9 48 9Z"
        opacity=".75"
      />
      <circle cx="48" cy="49" r="31" fill="#7d221b" />
      <circle cx="48" cy="50.5" r="30" fill="#96302a" />
      <circle
        cx="48"
        cy="50"
        r="25.5"
        fill="none"
        stroke="#c4675b"
        strokeWidth="1.5"
        strokeDasharray="1.5 3.2"
      />
      <path
        fill="#fbe7d6"
        d="M35 31h19v3.800l-5.4 1V64h8.800l3.6-8.800h3.600L63.8 68H35v-3.800l5-1V35.800l-5-1z"
      />
    </svg>
  )
}
