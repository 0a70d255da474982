export const metadata = { title: 'A project', icons: { icon: 'data:,' } };

export default function Layout({ children }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
