<?php
// What WordPress keeps of a Custom HTML block, according to its own functions and without a database: block by block, as saved
// by an editor (unfiltered_html) and by an author (filtered by KSES).
$includes = $argv[1] . '/wp-includes/';
define('ABSPATH', $argv[1] . '/');
define('WPINC', 'wp-includes');
foreach (['compat', 'plugin', 'formatting', 'functions', 'kses', 'l10n', 'class-wp-block-parser', 'blocks'] as $part) {
    $file = $includes . $part . '.php';
    if (is_file($file)) require_once $file;
}
$block = trim(stream_get_contents(STDIN));
$saved = "<!-- wp:html -->\n$block\n<!-- /wp:html -->";
$rendered = fn($content) => implode('', array_map(fn($part) => $part['innerHTML'], (new WP_Block_Parser())->parse($content)));
echo json_encode(['editor' => $rendered($saved), 'author' => $rendered(wp_kses_post($saved))]);
