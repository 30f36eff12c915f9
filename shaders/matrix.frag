// A matrix of cells, one texel each: x = colour, y = marks (the bits of draw::Mark). The cost does not depend on the
// number of cells. Lines are drawn only where cells are large enough to bear them.
uniform usampler2D cells;
uniform vec4 palette[64];
uniform vec2 size_px;
uniform vec2 major;       // columns, rows between strong lines; 0 = none
uniform vec4 line;        // between cells
uniform vec4 strong_line;
uniform vec4 ink;         // marks
uniform float gap_px;     // between cells
in vec2 at;
out vec4 colour;

const uint kInactive = 1u, kNeverWritten = 2u, kPadding = 4u;

// Coverage of a line of `width` pixels at distance `d`.
float stroke(float d, float width) { return clamp(0.5 * width + 0.5 - d, 0.0, 1.0); }

void main() {
  vec2 count = vec2(textureSize(cells, 0));
  vec2 cell_px = size_px / count;
  vec2 place = clamp(at / cell_px, vec2(0.0), count - 0.001);
  uvec2 texel = texelFetch(cells, ivec2(place), 0).xy;
  vec2 in_cell = fract(place) * cell_px;

  colour = palette[texel.x & 63u];
  float small_side = min(cell_px.x, cell_px.y), point = max(1.0, gap_px);
  if ((texel.y & kInactive) != 0u && small_side >= 4.0) {
    float d = abs(fract((in_cell.x + in_cell.y) / 6.0) - 0.5) * 6.0 / 1.414;
    colour = mix(colour, ink, 0.45 * stroke(d, 1.0));
  }
  if ((texel.y & kNeverWritten) != 0u && small_side >= 5.0) {
    vec2 q = abs(in_cell - 0.5 * cell_px);  // a square cross in the middle, however tall the cell
    float reach = min(0.3 * small_side, 4.0 * point);
    if (max(q.x, q.y) <= reach) colour = mix(colour, ink, stroke(abs(q.x - q.y) / 1.414, point));
  }
  if ((texel.y & kPadding) != 0u && small_side >= 4.0) {
    float d = length(in_cell - 0.5 * cell_px);
    colour = mix(colour, ink, 0.8 * stroke(d, min(3.0 * point, 0.4 * small_side)));
  }

  if (gap_px > 0.0 && small_side >= 5.0) {  // step() is 1 on the very edge even of no gap
    float edge = max(step(in_cell.x, gap_px), step(in_cell.y, gap_px));
    colour = mix(colour, vec4(line.rgb, max(colour.a, line.a)), edge * line.a);
  }
  vec2 tile_px = major * cell_px;
  vec2 in_tile = vec2(tile_px.x > 0.0 ? mod(at.x, tile_px.x) : 1e6, tile_px.y > 0.0 ? mod(at.y, tile_px.y) : 1e6);
  if ((tile_px.x >= 8.0 && in_tile.x < 1.0) || (tile_px.y >= 8.0 && in_tile.y < 1.0))
    colour = mix(colour, vec4(strong_line.rgb, 1.0), strong_line.a);
}
