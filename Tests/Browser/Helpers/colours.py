"""Which colours a theme has, and how far one stands out from another."""

SCHEMES = ["fivebar", "blue", "pink", "flat", "orchard", "harbour"]

THEMES = ["light", "dark"]


# What stands on what, and the least contrast there.
ON_CARDS = [
    ("title-ink", "bar", 4.5), ("ink", "field", 7), ("ink-soft", "field", 4.5),
    ("mark-1", "field", 4.5), ("mark-2", "field", 4.5), ("mark-3", "field", 4.5),
]


ON_PAGES = [
    (text, ground, 7 if text == "ink" else 4.5)
    for text in ("ink", "ink-soft", "ink-faint", "accent", "error")
    for ground in ("paper", "sheet")
] + [("on-accent", "accent", 4.5), ("on-accent", "accent-deep", 4.5), ("on-error", "error", 4.5)]


# A name is looked up where a card would look it up, and painted, so that it is the colour a screen is given.
PAINTED = """({ choice, place, names }) => {
    for (const [name, value] of Object.entries(choice)) document.documentElement.dataset[name] = value
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    const card = document.createElement("div")
    card.className = place
    document.body.append(card)
    const colours = names.map(name => {
        // One that there is not would be painted as the text around it, which stands out.
        if (!getComputedStyle(card).getPropertyValue(`--${name}`)) throw new Error(`there is no --${name}`)
        card.style.color = `var(--${name})`
        canvas.fillStyle = getComputedStyle(card).color
        canvas.fillRect(0, 0, 1, 1)
        return [name, Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3)]
    })
    card.remove()
    return Object.fromEntries(colours)
}"""


def times(matrix, vector):
    return [sum(factor * part for factor, part in zip(row, vector)) for row in matrix]


def linear(colour):
    parts = [part / 255 for part in colour]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one, other):
    """The contrast of WCAG 2."""
    dim, bright = sorted(times([(0.2126, 0.7152, 0.0722)], linear(colour))[0] for colour in (one, other))
    return (bright + 0.05) / (dim + 0.05)


def too_faint(pairs, colours):
    measured = [(text, ground, least, contrast(colours[text], colours[ground])) for text, ground, least in pairs]
    return [f"{text} on {ground}: {found:.2f}, not {least}" for text, ground, least, found in measured if found < least]
